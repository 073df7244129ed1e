import { type Codec, FAULT, type UplinkRow } from './codec.ts'

const [U8, I8, U16BE, U32BE, BIT] = [1, 2, 4, 8, 11] as const
const [ON, DIM, POWER, VOLTAGE, CURRENT, ENERGY, HOURS, TEMPERATURE] = [1, 2, 3, 4, 5, 7, 8, 9] as const
const DIM_COMMAND = 1
const SWITCH_COMMAND = 2
/** fPort of commands and their answers, and fPort of the status. */
const [COMMAND_PORT, STATUS_PORT] = [8, 10] as const

/** A node answers a command by repeating it: `84 01 LL`. */
const ANSWER: readonly UplinkRow[] = [
  { fPort: COMMAND_PORT, prefix: '84 01', property: DIM, offset: 2, type: U8, answer: true },
  { fPort: COMMAND_PORT, prefix: '84 01', property: ON, offset: 2, type: U8, answer: true },
]
/** Zenopix DALI controllers take a level of 0 to 100 % as `84 01 LL` on fPort 8. */
const COMMANDS = [
  { command: DIM_COMMAND, fPort: COMMAND_PORT, bytes: '84 01 {level}' },
  { command: SWITCH_COMMAND, fPort: COMMAND_PORT, bytes: '84 01 {on:u8*100}' },
] as const
const status = (rest: Omit<UplinkRow, 'fPort'>): UplinkRow => ({ fPort: STATUS_PORT, ...rest })

/** Codecs that come with the product, by name. The second one also reads a status uplink of 17 bytes with big-endian numbers. */
export const SHIPPED_CODECS: Readonly<Record<string, Codec>> = {
  'DALI 84 01': { uplinks: ANSWER, commands: COMMANDS },
  'DALI 84 01 + status': {
    uplinks: [
      ...ANSWER,
      status({ property: ON, offset: 0, type: BIT, bit: 0 }),
      status({ property: FAULT, fault: 'lampFailure', offset: 0, type: BIT, bit: 1 }),
      status({ property: FAULT, fault: 'controlGearCommFailure', offset: 0, type: BIT, bit: 2 }),
      status({ property: DIM, offset: 1, type: U8 }),
      status({ property: POWER, offset: 2, type: U16BE, scale: 0.1 }),
      status({ property: VOLTAGE, offset: 4, type: U16BE, scale: 0.1 }),
      status({ property: CURRENT, offset: 6, type: U16BE, scale: 0.001 }),
      status({ property: ENERGY, offset: 8, type: U32BE }),
      status({ property: HOURS, offset: 12, type: U32BE, scale: 0.1 }),
      status({ property: TEMPERATURE, offset: 16, type: I8 }),
    ],
    commands: COMMANDS,
  },
}
