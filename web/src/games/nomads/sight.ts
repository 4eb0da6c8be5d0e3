// What is counted below the ring comes into sight on a small screen, and nothing moves on a large one.
export function intoSight(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}
