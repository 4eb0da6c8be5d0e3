// What is different between two views, by where it is: /hands/1/count.

export function changedPaths(old: unknown, now: unknown, path = ''): string[] {
  if (Object.is(old, now)) return [];
  if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
    return now.flatMap((value, index) => changedPaths(old[index], value, `${path}/${index}`));
  }
  if (isFields(old) && isFields(now)) {
    return Object.entries(now).flatMap(([name, value]) =>
      changedPaths(old[name], value, `${path}/${name}`),
    );
  }
  return [path];
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
