import { defineErrors } from '@lamplight/kit'

export const placesErrors = defineErrors({
  regionBelow: { status: 400, text: ['请先删除子节点!', 'Remove the regions below it first'] },
  belowItself: { status: 400, text: ['不能移动到自身或自己的下级', 'It cannot be moved to itself or to one of its sub-items'] },
  boundaryWrong: { status: 400, text: ['边界无效：{why}', 'The boundary is not valid: {why}'] },
  notATenantsUser: { status: 400, text: ['只能选择本租户的用户', 'Only users of this tenant can be selected'] },
  shareWhat: { status: 400, text: ['请选择要分享的区域或项目', 'Select the area or project to share'] },
  shareOwn: {
    status: 400,
    text: ['您只能看到部分区域或项目，请选择其中之一', 'You see some areas or projects only. Select one of them'],
  },
  shareGone: { status: 400, text: ['分享不存在或已过期', 'This shared map does not exist or has expired'] },
})
