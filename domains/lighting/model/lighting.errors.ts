import { defineErrors } from '@lamplight/kit'

export const lightingErrors = defineErrors({
  importStarted: { status: 400, text: ['该导入已开始，不能再修改', 'This import has started and can no longer be changed'] },
  groupEmpty: { status: 400, text: ['分组中没有您可以操作的单灯控制器', 'The group has no lamp controller that you may change'] },
  importOpen: { status: 400, text: ['该导入尚未结束', 'This import has not finished yet'] },
  importOver: { status: 400, text: ['该导入没有在进行', 'This import is not running'] },
  importUndone: { status: 400, text: ['该导入已撤销', 'This import was undone'] },
  nothingToUndo: { status: 400, text: ['该导入没有写入任何数据，无需撤销', 'This import stored no rows, so there is nothing to undo'] },
  shareGone: { status: 400, text: ['分享不存在或已过期', 'This shared map does not exist or has expired'] },
  noVirtualCity: {
    status: 400,
    text: ['没有由虚拟城市模拟的网关', 'The virtual city simulates none of your gateways'],
  },
  notYet: { status: 400, text: ['该时刻尚未到来', 'This time is in the future'] },
  fileGone: { status: 400, text: ['文件已不在，请重新上传', 'The file no longer exists: upload it again'] },
})
