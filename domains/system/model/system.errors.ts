import { defineErrors } from '@lamplight/kit'

/** Refusals of this slice, with the texts of wire contract 4.1 and 4.4 where it defines them. */
export const systemErrors = defineErrors({
  dictKeyTaken: { status: 400, text: ['当前字典键值已存在!', 'The dictionary already has this key'] },
  dictCodeTaken: { status: 400, text: ['当前字典编号已存在！', 'A dictionary with this code already exists'] },
  dictKeyMissing: { status: 400, text: ['请输入字典键值', 'Enter the key'] },
  paramKeyFixed: { status: 400, text: ['密码类参数的键名不可修改', 'The key of a parameter that holds a secret cannot be changed'] },
  ossUnknown: { status: 400, text: ['没有该编号的对象存储', 'There is no object store with this code'] },
  ossFailed: { status: 400, text: ['对象存储不可用：{why}', 'The object store does not work: {why}'] },
  fileType: { status: 400, text: ['不支持该类型的文件', 'Files of this type are not accepted'] },
  fileSize: { status: 400, text: ['文件不能超过{limit}MB', 'The file must not be larger than {limit} MB'] },
  filesFull: {
    status: 400,
    text: [
      '附件空间已用完（共{limit}MB）：请删除不用的附件，或联系管理员',
      'The file storage is full ({limit} MB): delete files, or ask the administrator',
    ],
  },
  filesFullOwn: {
    status: 400,
    text: [
      '您的附件空间已用完（共{limit}MB）：请删除不用的附件，或联系管理员',
      'Your file storage is full ({limit} MB): delete files, or ask the administrator',
    ],
  },
  fileEmpty: { status: 400, text: ['文件是空的', 'The file is empty'] },
  smsNone: { status: 400, text: ['没有启用的短信配置', 'No SMS configuration is in use'] },
  smsFailed: { status: 400, text: ['短信发送失败：{why}', 'The message was not sent: {why}'] },
  sourceUnknown: { status: 400, text: ['数据源不存在', 'There is no such data source'] },
  sourceSealed: { status: 400, text: ['密码无法解密，请重新输入', 'The password cannot be decrypted on this server; enter it again'] },
  sourceInside: {
    status: 400,
    text: ['该地址属于内部网络，不允许连接', 'This address is inside the network of the server and is not allowed'],
  },
  sourcePlain: {
    status: 400,
    text: [
      '数据源不支持加密连接：请在数据库上启用 TLS，或在“加密”中选择“不加密”',
      'The data source does not offer TLS: turn it on there, or choose “Not encrypted” under Encryption',
    ],
  },
  sourceLate: { status: 400, text: ['数据源未在规定时间内应答', 'The data source did not answer in time'] },
  sourceFailed: { status: 400, text: ['无法连接数据源：{why}', 'The data source cannot be read: {why}'] },
  codeTwice: { status: 400, text: ['两条配置生成同一个文件：{path}', 'Two entries would write the same file: {path}'] },
  codeMany: { status: 400, text: ['一次最多生成{most}条', 'At most {most} can be generated at once'] },
  backupRunning: { status: 400, text: ['已有备份在等待或进行中', 'A backup is already waiting or running'] },
  backupNone: { status: 400, text: ['该备份没有可下载的文件', 'This backup has no archive'] },
  backupElsewhere: {
    status: 400,
    text: ['备份文件不在本服务器上', 'The archive is not on this server: another server made it, or the file was removed'],
  },
  jobOver: { status: 400, text: ['任务已结束，或不能停止', 'The job has ended or cannot be stopped'] },
  menuAbove: { status: 400, text: ['上级菜单不存在', 'The parent menu does not exist'] },
  menuBelowItself: { status: 400, text: ['不能移动到自己的下级', 'A menu cannot be moved below itself'] },
  menuCodeFixed: { status: 400, text: ['菜单编号不可修改', 'The code of a menu cannot be changed'] },
})
