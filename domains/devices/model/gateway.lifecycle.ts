import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

const tenantId = f.text({
  label: ['租户编号', 'Tenant'],
  required: true,
  example: '100001',
  match: { pattern: '\\d{6}', text: ['应为六位数字', 'must be six digits'] },
})

/** Assignment of gateways to tenants (decisions.md C8). A gateway entered by a person is assigned at once; one that signs in unknown waits. */
export const gatewayLifecycle = defineLifecycle({
  field: 'status',
  states: {
    0: { text: ['未注册', 'Unregistered'], tone: 'warn' },
    1: { text: ['已分配', 'Assigned'], tone: 'good' },
  },
  initial: 1,
  found: [0],
  conditions: { hasChildren: ['网关 {row} 下仍有已注册的子设备', 'Devices are still registered with gateway {row}'] },
  transitions: {
    assign: {
      label: ['分配', 'Assign'],
      roles: 'assign',
      from: [0],
      to: 1,
      many: { path: 'unregistered/assign' },
      input: { tenantId, claimCode: f.secret({ label: ['配对码', 'Claim code'], example: '' }) },
    },
    move: {
      label: ['转移', 'Move'],
      roles: 'assign',
      from: [1],
      to: 1,
      many: { path: 'move' },
      input: { tenantId },
      unless: ['hasChildren'],
    },
    cancel: {
      label: ['取消分配', 'Cancel assignment'],
      roles: 'assign',
      from: [1],
      to: 0,
      many: { path: 'unregistered/cancel' },
      confirm: ['网关将回到未注册状态，确定取消分配？', 'The gateway becomes unregistered again. Cancel its assignment?'],
      danger: true,
      unless: ['hasChildren'],
    },
  },
  remove: { in: [0, 1], unless: ['hasChildren'] },
})
