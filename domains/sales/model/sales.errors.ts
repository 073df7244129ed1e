import { defineErrors } from '@lamplight/kit'

/** Refusals of this slice. */
export const salesErrors = defineErrors({
  notYours: { status: 400, text: ['该租户不存在或不属于您', 'There is no such tenant among yours'] },
  chooseTenant: { status: 400, text: ['请选择租户', 'Choose a tenant'] },
  severalTenants: { status: 400, text: ['一次只能操作一个租户的角色', 'Roles of one tenant at a time'] },
  notASalesperson: { status: 400, text: ['目标用户不是可用的销售人员', 'The chosen user is no salesperson who could take them'] },
  ownTenantsOnly: { status: 400, text: ['只能转移自己的租户', 'You can hand over your own tenants only'] },
  samePerson: { status: 400, text: ['转出人与接收人相同', 'Both are the same person'] },
  noAdministrator: { status: 400, text: ['该租户没有管理员账号', 'This tenant has no administrator'] },
  hasLamps: { status: 400, text: ['该租户已有灯具，不再生成示范数据', 'This tenant has lamps already: no demo is made for it'] },
  treeTooDeep: { status: 400, text: ['最多{levels}级、{most}个节点', 'At most {levels} levels and {most} nodes'] },
})
