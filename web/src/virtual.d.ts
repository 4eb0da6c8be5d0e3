declare module 'virtual:words/*' {
  const words: Record<string, Record<string, string>>;
  export default words;
}

declare module '*/lesson.json' {
  const steps: import('./games/contract').Step[];
  export default steps;
}
