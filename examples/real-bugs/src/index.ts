import { blurtsServer382 } from './blurts-server-382.ts';
import { bull308 } from './bull-308.ts';
import { ghost15829 } from './ghost-15829.ts';
import { killTheNewsletter6 } from './kill-the-newsletter-6.ts';
import { listmonk2313 } from './listmonk-2313.ts';
import { listmonk3022 } from './listmonk-3022.ts';
import { magento32116 } from './magento-32116.ts';
import { nextcloud1884 } from './nextcloud-1884.ts';
import { ocaQueue131 } from './oca-queue-131.ts';
import { postal2222 } from './postal-2222.ts';
import type { RealBug } from './real-bug.ts';
import { slimta107 } from './slimta-107.ts';
import { tcg605 } from './tcg-605.ts';

export const realBugs: readonly RealBug[] = [
  listmonk3022,
  listmonk2313,
  ghost15829,
  postal2222,
  nextcloud1884,
  slimta107,
  tcg605,
  killTheNewsletter6,
  ocaQueue131,
  bull308,
  blurtsServer382,
  magento32116,
];
