import { defineErrors } from '@lamplight/kit'

export const loraErrors = defineErrors({
  listFull: { status: 400, text: ['白名单最多{n}个模块', 'A white list has at most {n} modules'] },
})
