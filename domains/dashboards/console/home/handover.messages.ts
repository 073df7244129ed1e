import type { Text } from '@lamplight/kit'
import { handoverPage } from '../../model/pages.ts'

export const H = {
  title: handoverPage.label,
  about: [
    '待处理事项、本班操作和进行中的指令，一页交给下一班',
    'Open issues, what I did and running commands, on one page for the next shift',
  ],
  print: ['打印', 'Print'],
  span: ['起止时间', 'Start and end'],
  shift: ['班次', 'Shift'],
  hours: ['最近 {n} 小时', 'Last {n} hour{n:s}'],
  by: ['交班人：{name}', 'Handed over by {name}'],
  taker: ['接班人：', 'Taken over by: '],
  signed: ['签字：', 'Signature: '],
  open: ['未完成', 'Open'],
  mine: ['本班我做的', 'What I did'],
  mineNone: [
    '本班没有发送指令、处理告警或运行任务。',
    'In this shift no command was sent, no alarm acknowledged or handled, and no job started.',
  ],
  commands: ['发送的指令', 'Commands sent'],
  reason: ['原因：{reason}', 'Reason: {reason}'],
  handled: ['确认、处理和重新打开的事件、告警', 'Incidents and alarms acknowledged, handled or reopened'],
  jobs: ['运行的任务', 'Jobs started'],
  running: ['正在运行', 'Running'],
  runningNone: ['没有进行中的指令，也没有临时调光的灯具。', 'No command is running, and no lamp follows a temporary command.'],
  runningNoneOwn: [
    '您没有进行中的指令（其他用户的指令不在您的查看范围内），也没有临时调光的灯具。',
    'None of your commands is running (you may not see those of other users), and no lamp follows a temporary command.',
  ],
  runningCommands: ['进行中的指令', 'Commands running'],
  runningOwn: ['我的进行中的指令', 'My commands running'],
  overrides: ['临时调光（到时恢复日程）', 'Lamps on a temporary command, until they return to their calendar'],
  lamps: ['{n} 盏', '{n} lamp{n:s}'],
  until: ['到 {time}', 'until {time}'],
  more: ['共 {n} 项，此处列出 {m} 项。', '{n} in total, {m} of them are listed.'],
  notes: ['交班说明', 'Notes for the next shift'],
  notesHint: ['例如：已通知抢修、需要回访的电话', 'For example: repair team called, calls to return'],
  notesKept: ['说明保存在本浏览器，随本页打印。', 'The notes are kept in this browser and printed with this page.'],
} as const satisfies Record<string, Text>
