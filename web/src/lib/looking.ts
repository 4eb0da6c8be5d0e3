/** Look now, every so many milliseconds, and when the page comes into sight; until it is undone. */
export function keepLooking(look: () => Promise<void>, every: number): () => void {
  void look();
  const timer = setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
