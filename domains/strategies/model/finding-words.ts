import type { Change, FindingCode, Refusal } from '@lamplight/calendar'
import type { Text } from '@lamplight/kit'

/** Codes of the linter, of what devices cannot hold of a program or hold in another form, and of two special strategies of one device. */
export type ShownCode = FindingCode | Refusal['code'] | Change['code'] | 'specialsSamePriority'

/** What each finding says; `{…}` are its values. */
export const FINDING_WORDS: Readonly<Record<ShownCode, Text>> = {
  neverOn: ['全年不亮灯', 'Never turns on'],
  alwaysOn: ['全年昼夜亮灯', 'Always on'],
  weekdayNeverOn: ['星期{weekday}从不亮灯', 'Never turns on on weekday {weekday}'],
  neverOnFor: ['连续{nights}晚以上不亮灯', 'Stays dark for {nights} night{nights:s} or more'],
  litInDaylight: ['白天亮灯 {minutes} 分钟', 'Is lit for {minutes} min in daylight'],
  shortBurn: ['亮灯仅 {minutes} 分钟', 'Is lit for only {minutes} min'],
  darkAtNight: ['夜间熄灯 {minutes} 分钟', 'Is dark for {minutes} min at night'],
  sameMinute: ['两个开关点在同一分钟，亮度不同', 'Two switch points fall into one minute with different levels'],
  duplicateEntry: ['两个开关点完全相同', 'Two switch points are identical'],
  ambiguousClock: ['该时刻在夏令时结束时出现两次，按第一次执行', 'This time occurs twice when daylight saving ends; the first counts'],
  missingClock: ['该时刻在夏令时开始时不存在，顺延执行', 'This time does not exist when daylight saving begins; it happens after the gap'],
  tooManyEntries: ['{entries}个开关点，设备最多 {most} 个', '{entries} switch points; devices hold {most}'],
  offsetOutOfRange: ['偏移 {offset} 分钟超出 ±{most}', 'The offset of {offset} min is beyond ±{most}'],
  levelOutOfRange: ['亮度 {level} 不在 0 至 100', 'The level {level} is not 0 to 100'],
  unknownTrigger: ['无法识别的触发 {trigger}', 'Unknown trigger {trigger}'],
  noWeekday: ['没有适用的星期', 'Applies on no weekday'],
  levelBelowFloor: ['亮度 {level} % 低于最低亮度 {floor} %', 'The level {level} % is below the minimum of {floor} %'],
  darkBelowFloor: [
    '夜间{minutes}分钟不亮灯，道路等级要求不低于 {floor} %',
    'No light for {minutes} min of the night, although the road class requires at least {floor} %',
  ],
  rangeUnreadable: ['日期范围无法识别', 'The dates cannot be read'],
  rangeGap: ['有日期不在任何范围内，且没有常规开关点', 'Some nights are in no range, and there are no normal switch points'],
  rangeOverlapSamePriority: ['两个日期范围重叠且优先级相同', 'Two ranges overlap with equal priority'],
  specialNeverApplies: ['四年内从不适用', 'Applies on no night of four years'],
  specialWithoutEntries: ['特殊日没有开关点', 'A special has no switch points'],
  unknownPosition: ['使用日出日落，但位置未知', 'Uses the sun, but the position is unknown'],
  nothingAssigned: ['没有分配设备', 'No device is assigned'],
  targetOutsideRights: [
    '{targets}个对象不存在或不在您的权限内',
    '{targets} target{targets:s} {targets:do|does} not exist or {targets:are|is} outside of your rights',
  ],
  sensorLevelsInverted: ['光控或感应的两个值颠倒：{on}、{off}', 'The two levels of the sensor are inverted: {on}, {off}'],
  windowInverted: ['光控窗口最早晚于最晚', 'The earliest time of the window is after the latest'],
  afterOnWithoutOn: ['“亮灯后”之前没有亮灯的开关点', 'Nothing turns on before this switch point, which counts from the first light'],
  rampTooSteep: ['渐变每秒 {steepness} %，最多 {most} %', 'The ramp is {steepness} %/s, at most {most} %/s'],
  rampTooLong: ['渐变 {seconds} 秒过长', 'The ramp of {seconds} s is long'],
  orderCrossesInSeason: ['一年中两个开关点的先后会颠倒', 'Two switch points change their order during the year'],
  offBeforeOn: ['当晚先关后开', 'The night begins with switching off and then on'],
  polarNoEvent: ['极夜或白夜时没有该事件，不会亮灯', 'In polar nights or white nights the event does not exist, and nothing turns on'],
  headMissing: ['灯具没有灯头 {head}', 'The lamps have no head {head}'],
  tooManySpecials: ['{specials}个特殊日策略，设备最多 {most} 个', '{specials} special strategies; devices hold {most}'],
  noSun: ['设备不会计算日出日落，只能使用时刻', 'Devices do not compute sunset and sunrise: use clock times'],
  noSensor: ['设备没有光照传感器', 'Devices have no light sensor'],
  noTwilight: [
    '设备不会计算民用晨昏，且当地部分日期没有民用晨昏，无法折算',
    'Devices do not compute civil twilight, and on some dates there is none to take an offset from',
  ],
  tooLarge: [
    '按日期折算民用晨昏后数据过长，请减少使用民用晨昏的开关点',
    'With an offset to civil twilight for each date the calendar is too long: use fewer switch points at civil twilight',
  ],
  specialsSamePriority: [
    '“{name}”与“{with}”在同一晚适用，优先级同为 {priority}（{devices} 台设备）',
    '“{name}” and “{with}” apply on the same nights with the same priority {priority} ({devices} device{devices:s})',
  ],
  twilightByOffset: [
    '{devices}台设备不会计算民用晨昏，按日期折算为日出日落的偏移下发',
    '{devices} device{devices:s} {devices:do|does} not compute civil twilight and {devices:get|gets} an offset to sunset or sunrise for each date',
  ],
}

/** True for findings that a reason and a second person allow: levels and darkness below the floor of a road class. */
export const isBelowFloor = ({ code }: { readonly code: string }): boolean => code === 'levelBelowFloor' || code === 'darkBelowFloor'
