import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const soc = (zh: string, en: string, initial: number) =>
  f.int({ label: [zh, en], unit: '%', min: 0, max: 100, required: true, initial, example: initial, list: true })

/** From which source a solar or hybrid lamp is fed: screen city.powerStrategy. */
export const powerSupply = defineParamFamily({
  name: 'powerSupply',
  label: ['电源策略', 'Power supply strategy'],
  code: 'powersupply',
  types: ['solarLamp'],
  fields: {
    mode: f.choice(
      { 1: ['电池优先', 'Battery first'], 2: ['市电优先', 'Mains first'], 3: ['定时', 'By time'] },
      { label: ['供电方式', 'Source'], required: true, initial: 1, list: true },
    ),
    toMainsSoc: soc('转市电电量', 'To mains below', 20),
    toBatterySoc: soc('转电池电量', 'To battery from', 60),
    windows: f.text({
      label: ['市电时段', 'Times of mains'],
      max: 100,
      example: '23:00-06:00',
      hint: ['定时方式下由市电供电的时段，逗号分隔', 'Periods in which the mains feed the lamp (source: by time), separated by commas'],
      match: {
        pattern: '([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d(,([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d){0,5}',
        text: ['应为 HH:mm-HH:mm，最多 6 段', 'must be at most 6 periods HH:mm-HH:mm'],
      },
    }),
  },
  ascending: [['toMainsSoc', 'toBatterySoc']],
  ops: ['get', 'set'],
  call: 'powersupplystrategy',
  template: {
    name: 'strategies.powerSupply',
    label: ['电源策略', 'Power supply strategy'],
    base: 'blade-strategy/powerSupplyStrategy',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    page: '/city/strategyCenter/powerSupply',
    parent: 'strategy_settings',
  },
  data: { list: 'blade-strategy/powerSupplyStrategy/data/list', bySn: 'blade-strategy/powerSupplyStrategy/data/by/sn' },
})
