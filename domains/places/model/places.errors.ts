import { defineErrors } from '@lamplight/kit'

/** Refusals of this slice. */
export const placesErrors = defineErrors({
  regionBelow: { status: 400, text: ['请先删除子节点!', 'Remove the regions below it first'] },
  belowItself: { status: 400, text: ['不能移动到自身或自己的下级', 'It cannot be moved to itself or below itself'] },
  boundaryWrong: { status: 400, text: ['边界无效: {why}', 'This is no boundary: {why}'] },
  notATenantsUser: { status: 400, text: ['只能选择本租户的用户', 'Only users of the own tenant can be chosen'] },
  shareWhat: { status: 400, text: ['请选择要分享的区域或项目', 'Choose the area or the project to share'] },
  shareGone: { status: 400, text: ['分享不存在或已过期', 'There is no such shared map, or it has expired'] },
})
