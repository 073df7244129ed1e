import { areaOf } from '../areas.ts'
import { isTest, type Rule } from '../tree.ts'

/** Texts that clients or the rules of the product compare word by word: their half-width punctuation stays. */
const VERBATIM = new Set([
  '当前账号已被使用!',
  '原密码不正确!',
  '租户信息错误!',
  '第三方登陆信息错误!',
  '上级部门不存在!',
  '请输入正确的确认密码!',
  '客户端认证失败!',
  '修改信息成功!',
  '修改密码成功!',
  '注册申请已提交,请耐心等待管理员通过!',
  '请先删除子节点!',
  '父节点不可选择自身!',
  '存在故障告警{n}个(现场故障)，请及时查看',
  '当前字典键值已存在!',
  '操作成功!',
  '确定将选择数据删除?',
  '系统异常,请您稍后再试',
  '是否需要清除缓存?',
  '解锁密码错误,请重新输入',
  '是否退出系统, 是否继续? 打开的标签页会关闭；已下发的指令继续执行。',
  '缺失令牌,鉴权失败',
  '缺少必要的请求参数: {field}',
  '请求参数格式错误: {field}',
  '路灯地图(新)',
  '字典管理(横向)',
  '字典管理(纵向)',
])

/**
 * Half-width punctuation in Chinese: after a Chinese character, a closing quote or a placeholder, and brackets that touch Chinese. A colon
 * counts only before a blank, a placeholder or the end (`主机:端口` is a format), a comma not before a code.
 */
const HALF_WIDTH =
  /[\p{Script=Han}”」）}][!?]|[\p{Script=Han}”」）][,;](?![A-Z\d])|\p{Script=Han}:(?=\s|\{|$)|\p{Script=Han}\(|\(\p{Script=Han}|\p{Script=Han}\)/u
const HAN = /\p{Script=Han}/u
/** English sentences that quote a Chinese label, and lines of a log in both languages. */
const ENGLISH = /([A-Za-z]{2,}\W+){4}/
const SPOKEN = /^(domains|apps|platform)\//

/** Chinese texts have full-width punctuation. */
export const punctuation: Rule = {
  name: 'punctuation',
  check(tree, report) {
    for (const file of tree.sources) {
      if (!SPOKEN.test(file.path) || isTest(file.path) || areaOf(file.path)?.layer === 'tool') continue
      for (const { kind, value, start } of file.scan.tokens) {
        if (kind === 'comment' || kind === 'regex' || !HAN.test(value) || VERBATIM.has(value) || ENGLISH.test(value)) continue
        const found = HALF_WIDTH.exec(value)?.[0]
        if (found) report(file, start, `"${value.trim().slice(0, 40)}": write ${found} with full-width punctuation`)
      }
    }
  },
}
