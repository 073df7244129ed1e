import { defineParams } from '@lamplight/kit'

export const reportsParams = defineParams([
  {
    key: 'reports.close.day',
    label: ['月度结账日', 'Closing day of months'],
    about: [
      '次月的此日起，上月电费不再随电价变化',
      'From this day of the next month, the cost of a month no longer follows changes of the tariff',
    ],
    type: { kind: 'number', min: 1, max: 28, whole: true },
    value: '5',
  },
])
