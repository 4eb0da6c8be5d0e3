// A result as a picture: in pixels where the server draws them, and sent where the browser can.
import { about } from './api';

export type Kind = 'png' | 'svg';

/** What the server can draw; without an answer: what it always can. */
export function drawnAs(): Promise<Kind> {
  return about().then(
    ({ pixels }) => (pixels ? 'png' : 'svg'),
    () => 'svg',
  );
}

export const canSend = (): boolean => typeof navigator.share === 'function';

const pngOf = (body: BlobPart, name: string) => new File([body], name, { type: 'image/png' });

/** Whether this browser gives a picture to other programs. */
export function canSendPicture(): boolean {
  if (!canSend() || typeof navigator.canShare !== 'function') return false;
  return navigator.canShare({ files: [pngOf('', 'a.png')] });
}

/** The picture as a file, asked for before it is sent: a browser sends only right after a click.
 *  null: it does not come, and the text goes alone. */
export async function pictureFile(path: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(path);
    return response.ok ? pngOf(await response.blob(), name) : null;
  } catch {
    return null;
  }
}

/** Gives the text to another program, with the picture if it takes both. */
export async function send(text: string, picture: File | null): Promise<void> {
  const both = picture && { text, files: [picture] };
  await navigator.share(both && navigator.canShare(both) ? both : { text });
}
