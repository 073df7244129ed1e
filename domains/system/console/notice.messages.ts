import type { Text } from '@lamplight/kit'

export const M = {
  bell: ['通知，{n} 条未读', 'Notices, {n} unread'],
  bellNone: ['通知，没有未读', 'Notices, none unread'],
  title: ['我的通知', 'My notices'],
  about: ['发给您的通知；打开即标为已读', 'Notices for you; opening a notice marks it as read'],
  all: ['全部标为已读', 'Mark all as read'],
  onlyUnread: ['只看未读', 'Unread only'],
  none: ['没有通知', 'No notices'],
  choose: ['选择一条通知阅读', 'Choose a notice to read'],
  unread: ['未读', 'Unread'],
  empty: ['这条通知没有内容', 'This notice has no content'],
  bold: ['加粗', 'Bold'],
  italic: ['斜体', 'Italic'],
  heading: ['标题', 'Heading'],
  list: ['项目列表', 'Bulleted list'],
  numbers: ['编号列表', 'Numbered list'],
  quote: ['引用', 'Quotation'],
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  tools: ['文字格式', 'Text format'],
} as const satisfies Record<string, Text>
