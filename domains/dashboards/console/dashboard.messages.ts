import type { Text } from '@lamplight/kit'
import { QUERY_WORDS } from '../model/words.ts'

export const D = {
  morning: ['早上好，{name}', 'Good morning, {name}'],
  noon: ['下午好，{name}', 'Good afternoon, {name}'],
  evening: ['晚上好，{name}', 'Good evening, {name}'],
  about: ['需要处理的事，和您能打开的页面', 'What needs your attention, and the pages you can open'],
  faulty: QUERY_WORDS.faults,
  away: ['离线灯具', 'Lamps offline'],
  gateways: QUERY_WORDS.offlineGateways,
  pages: ['全部页面', 'All pages'],
} as const satisfies Record<string, Text>
