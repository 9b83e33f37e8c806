import { Drawer } from './drawer.tsx';
import { MenuPopup } from './menu-popup.tsx';
import { PopoverPopup } from './popover-popup.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';

/** The parts that stand over a page: with what places them they are one file, which `late-overlays.ts` fetches. */
export const overlays = { Drawer, MenuPopup, PopoverPopup, TooltipLayer };
