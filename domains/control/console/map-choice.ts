import { createState, navigate } from '@lamplight/console-kit'

const PARAMS = '/city/controlCenter/params/index'
const MAP = '/city/map/index'

/** Devices that were selected on the map for the page 参数下发; null: none were. They are too many for its address. */
export const mapChoice = createState<readonly string[] | null>(null)

let family = ''

/** Opens the page of parameters for devices that are selected on the map. */
export const openParams = (deviceIds: readonly string[]): void => {
  mapChoice.set(deviceIds)
  navigate(PARAMS, family ? { family } : {})
}

/** Opens the map to select devices for the page of parameters; it opens again with this family. */
export const chooseOnMap = (name: string): void => {
  family = name
  navigate(MAP, { choose: 'params' })
}
