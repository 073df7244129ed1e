/** Lists in the form in which concentrators store them (`concentrator.family.ts`). */

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
