import type { Attachment } from 'svelte/attachments';

/** What is said on top of the page lies in one place, one below the other, whoever says it. */
export const stacked: Attachment<HTMLElement> = (said) => {
  let stack = document.querySelector('.toasts');
  if (!stack) {
    stack = document.body.appendChild(document.createElement('div'));
    stack.className = 'toasts';
  }
  stack.append(said);
  return () => said.remove();
};
