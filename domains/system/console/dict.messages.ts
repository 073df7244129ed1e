import type { Text } from '@lamplight/kit'
import { dict } from '../model/index.ts'

export const M = {
  groups: ['字典', 'Dictionaries'],
  entries: ['字典项', 'Entries'],
  choose: ['请选择一个字典', 'Choose a dictionary'],
  chooseWhy: ['选中后在这里查看和修改它的选项', 'Its entries are shown and edited here'],
  code: ['字典编号', 'Code'],
  name: ['名称', 'Name'],
  key: ['键值', 'Key'],
  sort: ['排序', 'Order'],
  state: ['状态', 'State'],
  sealed: dict.fields.isSealed.options.label,
  pageActions: ['操作', 'Actions'],
  open: ['启用', 'Enabled'],
  add: ['新增', 'New'],
  edit: ['编辑', 'Edit'],
  remove: ['删除', 'Delete'],
  noneYet: ['还没有字典', 'No dictionaries yet'],
  noGroups: ['没有符合条件的字典', 'No dictionary matches'],
  noEntries: ['还没有字典项', 'No entries yet'],
  search: ['按编号查找', 'Search by code'],
  removeGroup: ['删除字典“{name}”？', 'Delete the dictionary “{name}”?'],
  removeGroupText: ['它的所有字典项会一起删除。', 'All of its entries are deleted with it.'],
  removeEntry: ['删除字典项“{name}”？', 'Delete the entry “{name}”?'],
  removed: ['删除成功', 'Deleted'],
  none: ['无（直接属于字典）', 'None (directly in the dictionary)'],
} as const satisfies Record<string, Text>
