import { type ReadonlySignal, signal } from '@preact/signals';

/** Milliseconds that the pointer rests before the page shows another moment. */
const restMs = 100;

/** Shows the moment of an event as long as the pointer or the focus is on an element. */
export class Peek {
  readonly #sequence = signal<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The number of that event. */
  readonly sequence: ReadonlySignal<number | undefined> = this.#sequence;

  readonly end = (): void => this.#show(undefined);

  /** Handlers for the element; none if `sequence` is `undefined`. */
  readonly over = (sequence: number | undefined) =>
    sequence === undefined
      ? {}
      : {
          onPointerEnter: ({ pointerType }: { readonly pointerType: string }) =>
            pointerType === 'mouse' && this.#show(sequence),
          onPointerLeave: this.end,
          onFocusIn: () => this.#show(sequence),
          onFocusOut: this.end,
        };

  #show(sequence: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#sequence.value = sequence), sequence === undefined ? 0 : restMs);
  }
}
