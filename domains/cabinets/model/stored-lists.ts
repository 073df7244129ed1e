/** Lists in the form in which concentrators store them (`concentrator.family.ts`). */
import type { Text } from '@lamplight/kit'

interface Loop {
  readonly no: number | null
  readonly phase: number | null
  readonly doNo: number | null
  readonly diNo: number | null
  readonly strategyId: number | null
}
/** Phases by their key in `cabinets.loop`. */
const PHASES = ['', 'A', 'B', 'C', 'ABC']

/** `1:A/DO1/DI1/0`; an unknown part stays empty. */
export const loopsText = (loops: readonly Loop[]): string =>
  loops
    .map(({ no, phase, doNo, diNo, strategyId }) =>
      [`${no ?? 0}:${PHASES[phase ?? 0]}`, doNo === null ? '' : `DO${doNo}`, diNo === null ? '' : `DI${diNo}`, strategyId ?? 0].join('/'),
    )
    .join(';')

export interface Member {
  readonly index: number
  readonly protocol: number
  readonly sn?: string | null
  readonly address?: number | null
}
/** `1=1:METER-7`: index, protocol, serial number or bus address. */
export const membersText = (members: readonly Member[]): string =>
  members.map(({ index, protocol, sn, address }) => `${index}=${protocol}:${sn || (address ?? '')}`).join(';')

/** Outputs of a concentrator by loop number, from the stored text. */
export const outputsIn = (text: string): ReadonlyMap<number, { readonly doNo: number; readonly diNo: number | null }> =>
  new Map(
    text.split(';').flatMap((one) => {
      const [, no, doNo, diNo] = /^(\d+):[ABC]*\/DO(\d)\/(?:DI(\d))?\//.exec(one) ?? []
      return no && doNo ? [[Number(no), { doNo: Number(doNo), diNo: diNo ? Number(diNo) : null }] as const] : []
    }),
  )

/** Each part of a stored list in words, joined; undefined if one part has another form. */
const eachInWords = (stored: string, form: RegExp, words: (parts: readonly string[]) => Text): Text | undefined => {
  const found = stored.split(';').map((one) => form.exec(one))
  if (!found.every((one) => one !== null)) return undefined
  const texts = found.map((one) => words(one.slice(1).map((part) => part ?? '')))
  return [texts.map(([zh]) => zh).join('；'), texts.map(([, en]) => en).join('; ')]
}
const PHASE_WORDS: Readonly<Record<string, Text>> = {
  A: ['A 相', 'phase A'],
  B: ['B 相', 'phase B'],
  C: ['C 相', 'phase C'],
  ABC: ['三相', 'three phases'],
}
/** Stored loops in words: `回路 1 三相，输出 1，输入 3`. */
export const loopsWords = (stored: string): Text | undefined =>
  eachInWords(stored, /^(\d+):([ABC]*)\/(?:DO(\d+))?\/(?:DI(\d+))?\/(\d+)$/, ([no, phase = '', doNo, diNo, strategy]) => {
    const phases = PHASE_WORDS[phase]
    const parts: Text[] = [
      phases ? [`回路 ${no} ${phases[0]}`, `loop ${no} ${phases[1]}`] : [`回路 ${no}`, `loop ${no}`],
      ...(doNo ? ([[`输出 ${doNo}`, `output ${doNo}`]] as const) : []),
      ...(diNo ? ([[`输入 ${diNo}`, `input ${diNo}`]] as const) : []),
      ...(strategy === '0' ? [] : ([[`策略 ${strategy}`, `strategy ${strategy}`]] as const)),
    ]
    return [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join(', ')]
  })

/** Protocols of the sensors and meters on the bus of a concentrator. */
export const PROTOCOLS = {
  1: ['Modbus RTU', 'Modbus RTU'],
  2: ['DL/T 645-1997', 'DL/T 645-1997'],
  3: ['DL/T 645-2007', 'DL/T 645-2007'],
} as const satisfies Readonly<Record<number, Text>>
/** Stored members in words: `1 号 METER-7（Modbus RTU）`. */
export const membersWords = (stored: string): Text | undefined =>
  eachInWords(stored, /^(\d+)=([123]):(.*)$/, ([index, protocol, member]) => {
    const name = PROTOCOLS[Number(protocol) as keyof typeof PROTOCOLS][0]
    return [`${index} 号${member ? ` ${member}` : ''}（${name}）`, `no. ${index}${member ? ` ${member}` : ''} (${name})`]
  })
