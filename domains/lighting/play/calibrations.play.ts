import type { ParamValue } from '@lamplight/protocol'
import type { Calibrations, CutOffs, ParamSecrets } from '@lamplight/virtual-city'
import { rfPassword } from '../model/families/rf-password.family.ts'

/** Largest tilt of a post when its controller is calibrated, degrees in either direction. */
const TILT = 3
/** Largest error of a power meter, % in either direction, and the share of it that remains after a calibration. */
const METER_ERROR = 4
const REMAINS = 0.05
const SATELLITES = 8
const NOTHING: ParamValue = {}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Values that controllers of the virtual city measure, by parameter family. */
export const calibrations: Calibrations = {
  lampBarAngle: ({ share, isCalibrated }) => (isCalibrated ? { zero: rounded((2 * share - 1) * TILT, 1), zeroBefore: 0 } : NOTHING),
  powerCheck: ({ share, isCalibrated }) => {
    const error = rounded((2 * share - 1) * METER_ERROR, 2)
    const before: ParamValue = { error }
    return isCalibrated ? { error: rounded(error * REMAINS, 2), errorBefore: error } : before
  },
  gpsInfo: ({ share, lng, lat }) => ({
    longitude: rounded(lng, 6),
    latitude: rounded(lat, 6),
    satellites: SATELLITES + Math.floor(share * SATELLITES),
  }),
}

/** Fields that controllers of the virtual city do not report. */
export const secrets: ParamSecrets = { [rfPassword.name]: Object.keys(rfPassword.fields) }

/** Server addresses that controllers of the virtual city cannot reach: names below `.invalid` (RFC 2606). All others lead to this platform. */
export const cutOffs: CutOffs = { serverLink: ({ host }) => /\.invalid$/i.test(String(host)) }
