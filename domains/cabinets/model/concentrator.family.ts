import { f } from '@lamplight/fields/model'
import { defineParamFamily, type Text } from '@lamplight/kit'
import { concentratorType } from './concentrator.device.ts'
import { loopsWords, membersWords } from './stored-lists.ts'

const types = [concentratorType.name]
const ops = ['get', 'set'] as const
/** All families of concentrators need the right to send a configuration (action `send` of `cabinets.concentratorConfig`). */
const code = 'concentrator_config'

/** Fields of the base configuration (concentrator.base_config.*). */
export const baseFields = {
  reportInterval: f.int({
    label: ['上报间隔', 'Report interval'],
    unit: 'min',
    min: 1,
    max: 1440,
    required: true,
    initial: 15,
    list: true,
  }),
  heartbeat: f.int({ label: ['心跳间隔', 'Heartbeat'], unit: 's', min: 30, max: 3600, required: true, initial: 120, list: true }),
  ctRatio: f.int({ label: ['电流互感器变比', 'Current transformer ratio'], min: 1, max: 2000, required: true, initial: 1, list: true }),
  maxVoltage: f.int({ label: ['过压阈值', 'Overvoltage threshold'], unit: 'V', min: 200, max: 400, required: true, initial: 264 }),
  minVoltage: f.int({ label: ['欠压阈值', 'Undervoltage threshold'], unit: 'V', min: 80, max: 230, required: true, initial: 176 }),
  maxCurrent: f.int({ label: ['过流阈值', 'Overcurrent threshold'], unit: 'A', min: 1, max: 5000, required: true, initial: 100 }),
  maxLeakage: f.int({ label: ['漏电阈值', 'Leakage threshold'], unit: 'mA', min: 10, max: 5000, required: true, initial: 300 }),
}
export const concentratorBase = defineParamFamily({
  name: 'concentratorBase',
  label: ['基础配置', 'Base configuration'],
  code,
  types,
  ops,
  fields: baseFields,
  risky: ['heartbeat'],
})

/** A list in the form in which a concentrator stores it, as one text. */
const listFamily = (name: string, label: Text, hint: Text, inWords: (stored: string) => Text | undefined) =>
  defineParamFamily({ name, label, code, types, ops, fields: { list: f.text({ label, hint, max: 2000, inWords }) } })

/** The loops that a concentrator switches: `1:A/DO1/DI1/0`, number, phases, output, input, number of the strategy; joined by semicolons (concentrator.control.set.loopconfig). */
export const loopConfig = listFamily(
  'loopConfig',
  ['回路配置', 'Loop configuration'],
  ['回路号:相位/输出/输入/策略，以分号分隔', 'number:phase/output/input/strategy, joined by semicolons'],
  loopsWords,
)

const MEMBERS: Text = ['序号=协议:序列号或地址，以分号分隔', 'index=protocol:serial number or address, joined by semicolons']
/** The sensors and meters that a concentrator queries, by the field of `cabinets.concentrator` that lists them (concentrator.control.set.meter_member). */
export const memberFamilies = {
  illuminanceMembers: listFamily('illuminanceMembers', ['照度成员', 'Illuminance members'], MEMBERS, membersWords),
  luminanceMembers: listFamily('luminanceMembers', ['亮度成员', 'Luminance members'], MEMBERS, membersWords),
  meterMembers: listFamily('meterMembers', ['电表成员', 'Meter members'], MEMBERS, membersWords),
}
export type MemberField = keyof typeof memberFamilies
