// Telling somebody who looks elsewhere that it is their turn: the tab's title and, if they asked
// for it, a notification of the browser.

export function canNotify(): boolean {
  return 'Notification' in globalThis;
}

export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === 'granted') return true;
  return (await Notification.requestPermission()) === 'granted';
}

export function notify(title: string, body: string, tag: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  try {
    const shown = new Notification(title, { body, tag, icon: '/icon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // phones allow notifications from a service worker only
  }
}
