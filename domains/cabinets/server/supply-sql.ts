import { DO_SLOT } from '../model/index.ts'

/** SQL of the contact of the air switches of which `column` is that id: 0 if one of them is open, null if none has reported. */
export const contactOf = (column: 'loop_id' | 'switchbox_id', id: string): string =>
  `(select min(v.v[1])::int from cabinets_air_switch a join devices_values v on v.device_id = a.id where a.${column} = ${id} and not a.is_deleted)`
/** SQL of the output that switches a loop: 0 if it is open, null if the loop has none. `loop`: alias. */
export const outputOf = (loop: string): string =>
  `(select v.v[${DO_SLOT - 1} + ${loop}.do_no]::int from devices_values v where v.device_id = ${loop}.concentrator_id)`
/** SQL of the supply of a loop: 0 while an air switch of it or its output is open. */
export const supplyOf = (loop: string): string => `least(${contactOf('loop_id', `${loop}.id`)}, ${outputOf(loop)})`
/** SQL of the supply of a lamp controller. */
export const supplyOfLamp = (controller: string): string => `(select min(${supplyOf('w')}) from cabinets_fed f
  join cabinets_loop w on w.tenant_id = f.tenant_id and w.id = f.loop_id and not w.is_deleted where f.device_id = ${controller})`
