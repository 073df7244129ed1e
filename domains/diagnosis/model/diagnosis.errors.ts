import { defineErrors } from '@lamplight/kit'

export const diagnosisErrors = defineErrors({
  notTestable: {
    status: 400,
    text: ['{sn}: 该异常不能用主动测试判断', '{sn}: the active test cannot decide about this kind of fault'],
  },
  closed: { status: 400, text: ['{sn}: 记录已关闭', '{sn}: the record is closed'] },
  testRuns: { status: 400, text: ['{sn}: 测试正在进行', '{sn}: a test is running'] },
})
