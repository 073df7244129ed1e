import type {
  DeliveryDefinition,
  DeviceTypeDefinition,
  Dictionary,
  ErrorDefinition,
  MenuItem,
  ParamDefinition,
  ParamFamilyDefinition,
  ReportDefinition,
} from '@lamplight/kit'

/** The parts of a slice that are plain data. */
export interface SliceData {
  readonly menu?: readonly MenuItem[]
  readonly errors?: Readonly<Record<string, ErrorDefinition>>
  /** Dictionaries of the platform, seeded once: a deleted one is not added again. */
  readonly dictionaries?: readonly Dictionary[]
  /** Settings that the slice reads, seeded once: a deleted one is not added again. */
  readonly params?: readonly ParamDefinition[]
  readonly deviceTypes?: readonly DeviceTypeDefinition[]
  /** Parameter families of the slice's devices (`familiesOf` makes their routes). */
  readonly families?: readonly ParamFamilyDefinition[]
  /** Deliveries: values sent to devices with a log (`deliveriesOf` makes log, details and calls). */
  readonly deliveries?: readonly DeliveryDefinition[]
  /** Reports (`reportsOf` makes their routes). */
  readonly reports?: readonly ReportDefinition[]
}
