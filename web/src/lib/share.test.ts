import { afterEach, expect, test, vi } from 'vitest';
import { canSend, canSendPicture, drawnAs, pictureFile, send } from './share';

afterEach(() => vi.unstubAllGlobals());

function answering(answer: unknown, ok = true): void {
  const body = { json: async () => answer, blob: async () => new Blob(['pixels']) };
  vi.stubGlobal('fetch', async () => ({ ok, status: ok ? 200 : 404, ...body }));
}

function browser(takes: ((data: ShareData) => boolean) | null): ShareData[] {
  const sent: ShareData[] = [];
  const share = async (data: ShareData) => void sent.push(data);
  vi.stubGlobal('navigator', takes ? { share, canShare: takes } : { share });
  return sent;
}

test('pixels where the server draws them', async () => {
  answering({ version: '1', docs: null, ratings: true, pixels: true });
  expect(await drawnAs()).toBe('png');
  answering({ version: '1', docs: null, ratings: true, pixels: false });
  expect(await drawnAs()).toBe('svg');
  answering({ version: '1', docs: null, ratings: true }); // an older one, from the worker's copy
  expect(await drawnAs()).toBe('svg');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await drawnAs()).toBe('svg');
});

test('a picture is sent with the text where the browser takes both', async () => {
  answering(null);
  const file = await pictureFile('/api/tables/abc/result.png', 'moonlit.png');
  expect(file?.name).toBe('moonlit.png');
  expect(file?.type).toBe('image/png');
  const sent = browser(() => true);
  expect(canSendPicture()).toBe(true);
  await send('99', file);
  expect(sent).toEqual([{ text: '99', files: [file] }]);
});

test('the text goes alone where a picture does not', async () => {
  answering(null, false);
  expect(await pictureFile('/api/tables/abc/result.png', 'moonlit.png')).toBeNull();
  answering(null);
  const file = await pictureFile('/api/tables/abc/result.png', 'moonlit.png');
  const takesOne = browser(({ files, text }) => !(files && text));
  expect(canSendPicture()).toBe(true);
  await send('99', file);
  expect(takesOne).toEqual([{ text: '99' }]);
  const takesNone = browser(null);
  expect(canSendPicture()).toBe(false);
  await send('99', null);
  expect(takesNone).toEqual([{ text: '99' }]);
  vi.stubGlobal('navigator', {});
  expect([canSend(), canSendPicture()]).toEqual([false, false]);
});
