import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import { useShownMessages } from '../messages/list-messages.ts';
import { AudioPlayer } from './audio-player.tsx';
import { startRecording } from './recordings.ts';

const voices = [1, 2].map((seq) =>
  buildMessage(seq, { mediaUrl: `/files/${seq}`, durationMs: 4_000, waveform: [0, 100] }),
);

beforeEach(() => {
  let isPaused = true;
  const happen = (name: 'play' | 'pause') =>
    function (this: HTMLMediaElement) {
      isPaused = name === 'pause';
      this.dispatchEvent(new Event(name));
      return Promise.resolve();
    };
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => isPaused);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(happen('play'));
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(happen('pause'));
  act(() => useShownMessages.setState({ messages: voices }));
});
afterEach(cleanup);

const draw = (seqs: number[]) => (
  <>
    {voices
      .filter(({ seq }) => seqs.includes(seq))
      .map((message) => (
        <AudioPlayer key={message.uuid} message={message} name="voz" fallback={null} />
      ))}
  </>
);
/** The labels of the buttons. */
const buttons = () =>
  screen.getAllByLabelText(/^(?:Reproducir|Pausar)$/).map((one) => one.getAttribute('aria-label'));
const press = (place: number) => {
  const button = screen.getAllByLabelText(/^(?:Reproducir|Pausar)$/)[place];
  if (button) fireEvent.click(button);
};

it('plays one recording at a time', () => {
  render(draw([1, 2]));
  press(0);
  expect(buttons()).toEqual(['Pausar', 'Reproducir']);
  press(1);
  press(1);
  expect(buttons()).toEqual(['Reproducir', 'Pausar']);
});

it('goes on out of sight, and ends with its message, its chat, or a recording that begins', async () => {
  const { rerender } = render(draw([1]));
  press(0);
  rerender(draw([2]));
  rerender(draw([1]));
  expect(buttons()).toEqual(['Pausar']);
  act(() => useShownMessages.setState({ messages: voices.slice(1) }));
  expect(buttons()).toEqual(['Reproducir']);
  act(() => useShownMessages.setState({ messages: voices }));
  press(0);
  expect(buttons()).toEqual(['Pausar']);
  act(() => useShownMessages.setState({ messages: [] }));
  expect(buttons()).toEqual(['Reproducir']);
  act(() => useShownMessages.setState({ messages: voices }));
  press(0);
  await act(() => startRecording('hash'));
  expect(buttons()).toEqual(['Reproducir']);
});
