import type { Text } from '@lamplight/kit'

export const C = {
  canvas: ['画布', 'Canvas'],
  size: ['拖动以改变大小', 'Drag to resize'],
  most: ['最多 {n} 个控件', 'There can be {n} widget{n:s} at most'],
  noRoom: ['画布上没有空位', 'There is no free space on the canvas'],
  unfit: ['{n} 个控件不能用于此画布', '{n} widget{n:s} cannot be used on this canvas'],

  // bar and tools
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
  tools: ['画布工具', 'Canvas tools'],
  copy: ['复制', 'Copy'],
  paste: ['粘贴', 'Paste'],
  duplicate: ['创建副本', 'Duplicate'],
  front: ['置于顶层', 'To front'],
  back: ['置于底层', 'To back'],
  remove: ['删除', 'Delete'],
  zoom: ['缩放', 'Zoom'],
  fits: ['适应窗口', 'Fit'],
  fullscreen: ['全屏', 'Full screen'],

  // side
  add: ['添加控件', 'Add a widget'],
  addHow: ['单击添加，或拖到画布上', 'Click to add, or drag onto the canvas'],
  chosen: ['所选控件', 'Selected widget'],
  chosenMany: ['已选 {n} 个控件', '{n} widgets selected'],
  chooseItem: ['选择一个控件以设置内容', 'Select a widget to set what it shows'],
  choose: ['请选择', 'Choose'],
  left: ['左', 'Left'],
  top: ['上', 'Top'],
  width: ['宽', 'Width'],
  height: ['高', 'Height'],
  keys: ['鼠标和快捷键', 'Mouse and keys'],
  keyMove: ['移动：拖动或方向键', 'Move: drag, or arrow keys'],
  keyFast: ['Shift+方向键：加快', 'Shift+arrow: faster'],
  keySize: ['改变大小：拖动边角，或 Shift+方向键', 'Resize: drag an edge, or Shift+arrow'],
  keyFine: ['按住 Ctrl：以 1 像素移动和改变大小', 'Hold Ctrl: by 1 px'],
  keyMany: ['多选：Shift+单击，在空白处拖动，或 Ctrl+A', 'Several: Shift+click, drag on the background, or Ctrl+A'],
  keyCopy: ['Ctrl+C / X / V 复制、剪切、粘贴，Ctrl+D 创建副本', 'Ctrl+C / X / V copy, cut, paste · Ctrl+D duplicate'],
  keyOrder: ['Ctrl+] / Ctrl+[ 置于顶层、底层', 'Ctrl+] / Ctrl+[ to front, to back'],
  keyRemove: ['Delete 删除，Ctrl+Z / Ctrl+Y 撤销、重做', 'Delete removes · Ctrl+Z / Ctrl+Y undo, redo'],
  keyNext: ['Tab 选择下一个，Esc 取消选择', 'Tab selects the next · Esc selects none'],

  // versions
  version: ['版本 {n}', 'Version {n}'],
  versions: ['历史版本', 'Versions'],
  restore: ['恢复', 'Restore'],
  restoreAsk: ['恢复版本 {n}？', 'Restore version {n}?'],
  restoreText: [
    '将以该版本的内容保存为新版本，当前内容仍可恢复。',
    'Its content becomes a new version; the present content can still be restored.',
  ],
  savedBy: ['{account}，{at}', '{account}, {at}'],
  now: ['当前', 'Current'],
} as const satisfies Record<string, Text>
