import type { Text } from '@lamplight/kit'
import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'

/** Labels of lamp states (decisions.md B2, currentControllerStatus). */
export const STATE_TEXTS: Readonly<Record<LampState, Text>> = {
  [LAMP_STATE.on]: ['亮灯', 'On'],
  [LAMP_STATE.off]: ['熄灯', 'Off'],
  [LAMP_STATE.fault]: ['故障', 'Fault'],
  [LAMP_STATE.offline]: ['离线', 'Offline'],
  [LAMP_STATE.inactive]: ['未激活', 'Not activated'],
}

export const MAP_TEXTS = {
  map: ['城市照明地图', 'City lighting map'],
  keys: [
    '方向键平移，加减键缩放，R 框选，L 套索，A 选中视野内的灯具，Esc 清除',
    'Arrow keys pan, plus and minus zoom, R rectangle, L lasso, A selects the lamps in view, Esc clears',
  ],
  legend: ['图例', 'Legend'],
  showOnly: ['点击只看这一状态，Shift 点击可多选', 'Click to show only these; Shift-click to add more'],
  showAll: ['只看这一状态，再点显示全部', 'Only these are shown; click again to show all'],
  tools: ['选择工具', 'Selection tools'],
  rectangle: ['框选（R）', 'Rectangle (R)'],
  lasso: ['套索（L）', 'Lasso (L)'],
  view: ['选中视野内的灯具（A）', 'Select lamps in view (A)'],
  clear: ['清除选择（Esc）', 'Clear selection (Esc)'],
  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  fitAll: ['显示全部灯具', 'Show all lamps'],
  selected: ['已选 {n} 盏', '{n} selected'],
  heads: ['同杆 {n} 盏，点选其一', '{n} lamps on this post, choose one'],
  head: ['第 {n} 盏，{state}', 'Lamp {n}, {state}'],
} as const satisfies Record<string, Text>

/** Formats a number with grouped digits: `63,184`. */
export const grouped = (value: number): string => value.toLocaleString('en-US')
