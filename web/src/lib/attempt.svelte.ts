// Something asked of the server: whether it is under way, and the sentence that says why it failed.
import { sayError } from './refused';

export class Attempt {
  busy = $state(false);
  error = $state<string | null>(null);

  /** `names`: those of the seats, if the sentence may name one. */
  async make(doing: () => Promise<unknown>, names?: readonly string[]): Promise<void> {
    this.busy = true;
    this.error = null;
    try {
      await doing();
    } catch (found) {
      this.error = sayError(found, names);
    } finally {
      this.busy = false;
    }
  }
}
