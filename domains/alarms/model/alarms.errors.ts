import { defineErrors } from '@lamplight/kit'

export const alarmsErrors = defineErrors({
  sosAnswered: { status: 400, text: ['{who} 已于 {at} 应答', '{who} already answered at {at}'] },
  cannotFlash: { status: 400, text: ['{type}不支持闪灯定位', 'A device of type {type} cannot flash'] },
})
