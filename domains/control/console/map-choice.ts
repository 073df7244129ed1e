import { createState, navigate } from '@lamplight/console-kit'

const PARAMS = '/city/controlCenter/params/index'
const MAP = '/city/map/index'

/** Devices that were selected on the map for the page 参数下发; null: none were. They are too many for its address. */
export const mapChoice = createState<readonly string[] | null>(null)

/** Opens the page of parameters for devices that are selected on the map. */
export const openParams = (deviceIds: readonly string[]): void => {
  mapChoice.set(deviceIds)
  navigate(PARAMS)
}

/** Opens the map to select devices for the page of parameters. */
export const chooseOnMap = (): void => navigate(MAP, { choose: 'params' })
