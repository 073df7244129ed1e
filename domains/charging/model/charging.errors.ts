import { defineErrors } from '@lamplight/kit'

export const chargingErrors = defineErrors({
  /** An unknown operator, a disabled operator and a wrong signature get this same answer, so that it does not tell which operators exist. */
  badSignature: { status: 401, text: ['签名错误', 'The signature is wrong'] },
  lateStamp: { status: 400, text: ['TimeStamp 与服务器时间相差过大', 'TimeStamp is too far from the time of the server'] },
  notRegistered: { status: 400, text: ['{field}: 未登记或不属于该运营商', '{field}: not registered, or not of this operator'] },
  /** Another operator of the tenant has this number, or the operator has pushed other data with it before. */
  numberTaken: {
    status: 400,
    text: ['{field}: 编号已被使用，且内容不同', '{field}: the number is already used for other data'],
  },
  otherConnector: { status: 400, text: ['ConnectorID: 不是该订单的枪口', 'ConnectorID: not the connector of the order'] },
  nothingChanged: { status: 400, text: ['请填写新的总金额或结束时间', 'Enter a new total or end time'] },
  badEnd: { status: 400, text: ['结束时间应晚于开始时间，且不晚于现在', 'The end must be after the start and not in the future'] },
})
