import { defineErrors } from '@lamplight/kit'

export const placesErrors = defineErrors({
  parentMissing: { status: 400, text: ['上级数据不存在', 'The parent does not exist'] },
  parentBelow: { status: 400, text: ['上级不能是自身或其下级', 'A node cannot stand below itself'] },
  hasChildren: { status: 400, text: ['请先删除子节点!', 'Remove what is below it first'] },
})
