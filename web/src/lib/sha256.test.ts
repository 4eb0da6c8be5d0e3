import { expect, test } from 'vitest';
import { sha256 } from './sha256';

test('the hashes of the standard', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const two = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'; // two blocks
  expect(sha256(two)).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
});

test('as browsers make them, whatever the length', async () => {
  for (let length = 0; length < 200; length += 7) {
    const text = 'ñ'.repeat(length);
    const own = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    expect(sha256(text)).toBe(Buffer.from(own).toString('hex'));
  }
});
