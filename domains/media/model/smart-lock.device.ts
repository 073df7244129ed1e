import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

const DOOR = { 0: ['关', 'Closed'], 1: ['开', 'Open'] } as const

/** Device type of smart locks of poles and cabinets: devType 17 of decisions.md B1. */
export const smartLockType = defineDeviceType({
  name: 'smartLock',
  code: 17,
  label: ['智能锁', 'Smart lock'],
  icon: 'lock',
  properties: {
    open: { slot: 1, label: ['锁', 'Lock'], values: { 0: ['已上锁', 'Locked'], 1: ['已开锁', 'Unlocked'] }, history: true, list: true },
    door: { slot: 2, label: ['门', 'Door'], values: DOOR, history: true, list: true },
    battery: { slot: 3, label: ['电量', 'Battery'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    openings: { slot: 4, label: ['开锁次数', 'Openings'], min: 0, decimals: 0, counter: true, history: true },
    openedAt: { label: ['最近开锁', 'Last opened'], type: 'time' },
    openedBy: {
      label: ['开锁方式', 'Opened by'],
      type: 'text',
      words: { remote: ['远程', 'Remote command'], card: ['刷卡', 'Card'], key: ['钥匙', 'Key'] },
    },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    // Not `switch`: the protocol reserves this name for lamps.
    lock: {
      label: ['开锁 / 上锁', 'Lock or unlock'],
      input: {
        open: f.choice({ 0: ['上锁', 'Lock'], 1: ['开锁', 'Unlock'] }, { label: ['操作', 'Operation'], required: true, initial: 0 }),
        // An argument, so that the command record and the audit log keep it.
        reason: f.text({
          label: ['开锁原因', 'Reason'],
          required: true,
          emptyWhen: { open: { eq: 0 } },
          max: 200,
          hint: ['开锁时必填', 'Required to unlock'],
        }),
      },
      proves: { open: 'open' },
      // Repair staff opens locks too.
      roles: 'manual',
    },
    reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
  },
  events: ['cabinetDoorOpen', 'impactDetected', 'communicationFailure'],
})
