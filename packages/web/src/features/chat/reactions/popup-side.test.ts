import { describe, expect, it } from 'vitest';
import { popupSide } from './reaction-picker.tsx';

const at = (top: number) => ({ top, bottom: top + 40 });

describe('the side on which a reaction picker opens', () => {
  it('is below while 350 px are free there', () => {
    expect(popupSide(at(410), 800)).toBe('bottom');
  });

  it('is above with less than 350 px below and more than 350 px above', () => {
    expect(popupSide(at(411), 800)).toBe('top');
  });

  it('stays below when there is no more than 350 px above either', () => {
    expect(popupSide(at(350), 600)).toBe('bottom');
    expect(popupSide(at(351), 600)).toBe('top');
  });
});
