import { expect, it } from 'vitest';
import { secretIn } from './clubs';

it('finds the secret of an invitation, and nothing else', () => {
  const secret = 'a'.repeat(48);
  expect(secretIn(`#join=${secret}`)).toBe(secret);
  expect(secretIn(`https://club.example/clubs#join=${secret} `)).toBe(secret);
  expect(secretIn(`#link=${secret}`)).toBe(null);
  expect(secretIn('#join=short')).toBe(null);
  expect(secretIn('https://club.example/clubs')).toBe(null);
});
