import { defineErrors } from '@lamplight/kit'

/** Texts of the wire contract 4.1 and 4.4 where it has them. */
export const systemErrors = defineErrors({
  dictKeyTaken: { status: 400, text: ['当前字典键值已存在!', 'This key exists already in the dictionary'] },
  dictCodeTaken: { status: 400, text: ['当前字典编号已存在!', 'A dictionary with this code exists already'] },
  dictKeyMissing: { status: 400, text: ['请输入字典键值', 'Enter the key'] },
  menuCodeFixed: { status: 400, text: ['菜单编号不可修改', 'The code of a menu cannot be changed'] },
})
