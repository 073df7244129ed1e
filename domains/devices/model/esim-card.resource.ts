import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const digits = (least: number, most: number) =>
  ({ pattern: `\\d{${least},${most}}`, text: [`应为 ${least} 到 ${most} 位数字`, `must be ${least} to ${most} digits`] }) as const
const megabytes = (zh: string, en: string) => f.int({ label: [zh, en], unit: 'MB', min: 0, max: 10_000_000 })

/** States of a card; a card expires soon if it has 30 days or less. */
export const ESIM_STATES = {
  0: ['未用', 'Unused'],
  1: ['在用', 'In use'],
  2: ['将到期', 'Expires soon'],
  3: ['已到期', 'Expired'],
  4: ['停机', 'Suspended'],
} as const

/** SIM cards of devices. */
export const esimCard = defineResource({
  name: 'devices.esimCard',
  label: ['SIM卡', 'SIM card'],
  about: ['设备用的物联网卡；到期前30天提示续费', 'SIM cards of devices; they are marked 30 days before they expire'],
  code: 'esimcard',
  scope: 'platform',
  // Only administrators of the platform manage cards: the console shows the page to the platform's tenant only.
  roles: 'platform',
  api: { base: 'blade-sun/esimcard', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'iccid',
  keyword: ['iccid', 'sn'],
  list: { sort: 'expireAt' },
  form: { tenant: true },
  page: {
    path: '/sun/terminal/esimManage',
    label: ['SIM卡维护', 'SIM card maintenance'],
    icon: 'chip',
    sort: 10,
    parent: 'sun_terminal',
    hidden: true,
  },
  fields: {
    iccid: f.text({
      label: ['ICCID', 'ICCID'],
      required: true,
      unique: true,
      max: 20,
      list: { width: 200 },
      search: true,
      example: '898600000000000',
      match: { pattern: '89\\d{13,18}', text: ['应为 89 开头的 15 到 20 位数字', 'must be 15 to 20 digits and begin with 89'] },
    }),
    msisdn: f.text({ label: ['号码', 'MSISDN'], max: 15, list: true, search: true, example: '14400000001', match: digits(5, 15) }),
    imei: f.text({ label: ['IMEI', 'IMEI'], max: 15, search: true, example: '860000000000001', match: digits(15, 15) }),
    operator: f.choice(
      { 1: ['中国移动', 'China Mobile'], 2: ['中国联通', 'China Unicom'], 3: ['中国电信', 'China Telecom'], 9: ['其他', 'Other'] },
      { label: ['运营商', 'Carrier'], initial: 1, list: true, search: 'in' },
    ),
    planMb: megabytes('套餐流量', 'Plan'),
    usedMb: megabytes('已用流量', 'Used'),
    sn: f.text({ label: ['设备序列号', 'Device'], max: 40, list: true, search: true, example: 'SL-1' }),
    activatedAt: f.time({ label: ['激活时间', 'Activated'] }),
    expireAt: f.time({ label: ['到期时间', 'Expires'], list: true, search: 'range' }),
    suspended: f.flag({ label: ['停机', 'Suspended'], initial: false }),
    status: f.choice(ESIM_STATES, {
      label: ['状态', 'State'],
      readonly: true,
      form: false,
      from: 'devices.esimCard',
      list: true,
      search: 'in',
      tones: { 0: 'neutral', 1: 'good', 2: 'warn', 3: 'bad', 4: 'neutral' },
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['expireAt', 'id']],
  io: { export: true, import: { key: 'iccid' } },
})
