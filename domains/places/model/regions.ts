import type { Text } from '@lamplight/kit'

/** A region of GB/T 2260: its six-digit code and its names. */
export interface Region {
  readonly code: string
  readonly name: Text
}

/**
 * Provinces by their first two digits, each followed by its prefecture-level cities with the next two; the second
 * text has the English names in the same order.
 */
const TABLE: Text = [
  `11北京|01市辖区
12天津|01市辖区
13河北|01石家庄|02唐山|03秦皇岛|04邯郸|05邢台|06保定|07张家口|08承德|09沧州|10廊坊|11衡水
14山西|01太原|02大同|03阳泉|04长治|05晋城|06朔州|07晋中|08运城|09忻州|10临汾|11吕梁
15内蒙古|01呼和浩特|02包头|03乌海|04赤峰|05通辽|06鄂尔多斯|07呼伦贝尔|08巴彦淖尔|09乌兰察布|22兴安盟|25锡林郭勒盟|29阿拉善盟
21辽宁|01沈阳|02大连|03鞍山|04抚顺|05本溪|06丹东|07锦州|08营口|09阜新|10辽阳|11盘锦|12铁岭|13朝阳|14葫芦岛
22吉林|01长春|02吉林|03四平|04辽源|05通化|06白山|07松原|08白城|24延边
23黑龙江|01哈尔滨|02齐齐哈尔|03鸡西|04鹤岗|05双鸭山|06大庆|07伊春|08佳木斯|09七台河|10牡丹江|11黑河|12绥化|27大兴安岭
31上海|01市辖区
32江苏|01南京|02无锡|03徐州|04常州|05苏州|06南通|07连云港|08淮安|09盐城|10扬州|11镇江|12泰州|13宿迁
33浙江|01杭州|02宁波|03温州|04嘉兴|05湖州|06绍兴|07金华|08衢州|09舟山|10台州|11丽水
34安徽|01合肥|02芜湖|03蚌埠|04淮南|05马鞍山|06淮北|07铜陵|08安庆|10黄山|11滁州|12阜阳|13宿州|15六安|16亳州|17池州|18宣城
35福建|01福州|02厦门|03莆田|04三明|05泉州|06漳州|07南平|08龙岩|09宁德
36江西|01南昌|02景德镇|03萍乡|04九江|05新余|06鹰潭|07赣州|08吉安|09宜春|10抚州|11上饶
37山东|01济南|02青岛|03淄博|04枣庄|05东营|06烟台|07潍坊|08济宁|09泰安|10威海|11日照|13临沂|14德州|15聊城|16滨州|17菏泽
41河南|01郑州|02开封|03洛阳|04平顶山|05安阳|06鹤壁|07新乡|08焦作|09濮阳|10许昌|11漯河|12三门峡|13南阳|14商丘|15信阳|16周口|17驻马店|90省直辖
42湖北|01武汉|02黄石|03十堰|05宜昌|06襄阳|07鄂州|08荆门|09孝感|10荆州|11黄冈|12咸宁|13随州|28恩施|90省直辖
43湖南|01长沙|02株洲|03湘潭|04衡阳|05邵阳|06岳阳|07常德|08张家界|09益阳|10郴州|11永州|12怀化|13娄底|31湘西
44广东|01广州|02韶关|03深圳|04珠海|05汕头|06佛山|07江门|08湛江|09茂名|12肇庆|13惠州|14梅州|15汕尾|16河源|17阳江|18清远|19东莞|20中山|51潮州|52揭阳|53云浮
45广西|01南宁|02柳州|03桂林|04梧州|05北海|06防城港|07钦州|08贵港|09玉林|10百色|11贺州|12河池|13来宾|14崇左
46海南|01海口|02三亚|03三沙|04儋州|90省直辖
50重庆|01市辖区|02县
51四川|01成都|03自贡|04攀枝花|05泸州|06德阳|07绵阳|08广元|09遂宁|10内江|11乐山|13南充|14眉山|15宜宾|16广安|17达州|18雅安|19巴中|20资阳|32阿坝|33甘孜|34凉山
52贵州|01贵阳|02六盘水|03遵义|04安顺|05毕节|06铜仁|23黔西南|26黔东南|27黔南
53云南|01昆明|03曲靖|04玉溪|05保山|06昭通|07丽江|08普洱|09临沧|23楚雄|25红河|26文山|28西双版纳|29大理|31德宏|33怒江|34迪庆
54西藏|01拉萨|02日喀则|03昌都|04林芝|05山南|06那曲|25阿里
61陕西|01西安|02铜川|03宝鸡|04咸阳|05渭南|06延安|07汉中|08榆林|09安康|10商洛
62甘肃|01兰州|02嘉峪关|03金昌|04白银|05天水|06武威|07张掖|08平凉|09酒泉|10庆阳|11定西|12陇南|29临夏|30甘南
63青海|01西宁|02海东|22海北|23黄南|25海南|26果洛|27玉树|28海西
64宁夏|01银川|02石嘴山|03吴忠|04固原|05中卫
65新疆|01乌鲁木齐|02克拉玛依|04吐鲁番|05哈密|23昌吉|27博尔塔拉|28巴音郭楞|29阿克苏|30克孜勒苏|31喀什|32和田|40伊犁|42塔城|43阿勒泰|90自治区直辖
71台湾
81香港
82澳门`,
  `Beijing|Districts
Tianjin|Districts
Hebei|Shijiazhuang|Tangshan|Qinhuangdao|Handan|Xingtai|Baoding|Zhangjiakou|Chengde|Cangzhou|Langfang|Hengshui
Shanxi|Taiyuan|Datong|Yangquan|Changzhi|Jincheng|Shuozhou|Jinzhong|Yuncheng|Xinzhou|Linfen|Lüliang
Inner Mongolia|Hohhot|Baotou|Wuhai|Chifeng|Tongliao|Ordos|Hulunbuir|Bayannur|Ulanqab|Hinggan|Xilingol|Alxa
Liaoning|Shenyang|Dalian|Anshan|Fushun|Benxi|Dandong|Jinzhou|Yingkou|Fuxin|Liaoyang|Panjin|Tieling|Chaoyang|Huludao
Jilin|Changchun|Jilin City|Siping|Liaoyuan|Tonghua|Baishan|Songyuan|Baicheng|Yanbian
Heilongjiang|Harbin|Qiqihar|Jixi|Hegang|Shuangyashan|Daqing|Yichun|Jiamusi|Qitaihe|Mudanjiang|Heihe|Suihua|Daxing'anling
Shanghai|Districts
Jiangsu|Nanjing|Wuxi|Xuzhou|Changzhou|Suzhou|Nantong|Lianyungang|Huai'an|Yancheng|Yangzhou|Zhenjiang|Taizhou|Suqian
Zhejiang|Hangzhou|Ningbo|Wenzhou|Jiaxing|Huzhou|Shaoxing|Jinhua|Quzhou|Zhoushan|Taizhou|Lishui
Anhui|Hefei|Wuhu|Bengbu|Huainan|Ma'anshan|Huaibei|Tongling|Anqing|Huangshan|Chuzhou|Fuyang|Suzhou|Lu'an|Bozhou|Chizhou|Xuancheng
Fujian|Fuzhou|Xiamen|Putian|Sanming|Quanzhou|Zhangzhou|Nanping|Longyan|Ningde
Jiangxi|Nanchang|Jingdezhen|Pingxiang|Jiujiang|Xinyu|Yingtan|Ganzhou|Ji'an|Yichun|Fuzhou|Shangrao
Shandong|Jinan|Qingdao|Zibo|Zaozhuang|Dongying|Yantai|Weifang|Jining|Tai'an|Weihai|Rizhao|Linyi|Dezhou|Liaocheng|Binzhou|Heze
Henan|Zhengzhou|Kaifeng|Luoyang|Pingdingshan|Anyang|Hebi|Xinxiang|Jiaozuo|Puyang|Xuchang|Luohe|Sanmenxia|Nanyang|Shangqiu|Xinyang|Zhoukou|Zhumadian|Directly governed
Hubei|Wuhan|Huangshi|Shiyan|Yichang|Xiangyang|Ezhou|Jingmen|Xiaogan|Jingzhou|Huanggang|Xianning|Suizhou|Enshi|Directly governed
Hunan|Changsha|Zhuzhou|Xiangtan|Hengyang|Shaoyang|Yueyang|Changde|Zhangjiajie|Yiyang|Chenzhou|Yongzhou|Huaihua|Loudi|Xiangxi
Guangdong|Guangzhou|Shaoguan|Shenzhen|Zhuhai|Shantou|Foshan|Jiangmen|Zhanjiang|Maoming|Zhaoqing|Huizhou|Meizhou|Shanwei|Heyuan|Yangjiang|Qingyuan|Dongguan|Zhongshan|Chaozhou|Jieyang|Yunfu
Guangxi|Nanning|Liuzhou|Guilin|Wuzhou|Beihai|Fangchenggang|Qinzhou|Guigang|Yulin|Baise|Hezhou|Hechi|Laibin|Chongzuo
Hainan|Haikou|Sanya|Sansha|Danzhou|Directly governed
Chongqing|Districts|Counties
Sichuan|Chengdu|Zigong|Panzhihua|Luzhou|Deyang|Mianyang|Guangyuan|Suining|Neijiang|Leshan|Nanchong|Meishan|Yibin|Guang'an|Dazhou|Ya'an|Bazhong|Ziyang|Aba|Garzê|Liangshan
Guizhou|Guiyang|Liupanshui|Zunyi|Anshun|Bijie|Tongren|Qianxinan|Qiandongnan|Qiannan
Yunnan|Kunming|Qujing|Yuxi|Baoshan|Zhaotong|Lijiang|Pu'er|Lincang|Chuxiong|Honghe|Wenshan|Xishuangbanna|Dali|Dehong|Nujiang|Dêqên
Tibet|Lhasa|Xigazê|Qamdo|Nyingchi|Shannan|Nagqu|Ngari
Shaanxi|Xi'an|Tongchuan|Baoji|Xianyang|Weinan|Yan'an|Hanzhong|Yulin|Ankang|Shangluo
Gansu|Lanzhou|Jiayuguan|Jinchang|Baiyin|Tianshui|Wuwei|Zhangye|Pingliang|Jiuquan|Qingyang|Dingxi|Longnan|Linxia|Gannan
Qinghai|Xining|Haidong|Haibei|Huangnan|Hainan|Golog|Yushu|Haixi
Ningxia|Yinchuan|Shizuishan|Wuzhong|Guyuan|Zhongwei
Xinjiang|Ürümqi|Karamay|Turpan|Hami|Changji|Bortala|Bayingolin|Aksu|Kizilsu|Kashgar|Hotan|Ili|Tacheng|Altay|Directly governed
Taiwan
Hong Kong
Macao`,
]

const ENGLISH = TABLE[1].split('\n').map((line) => line.split('|'))

/** All provinces with their cities. */
export const PROVINCES: readonly (Region & { readonly cities: readonly Region[] })[] = TABLE[0].split('\n').map((line, at) => {
  const names = line.split('|').map((part, k): Region => ({ code: part.slice(0, 2), name: [part.slice(2), ENGLISH[at]?.[k] ?? ''] }))
  const [province, ...cities] = names as [Region, ...Region[]]
  const { code, name } = province
  return { code: `${code}0000`, name, cities: cities.map((city) => ({ code: `${code}${city.code}00`, name: city.name })) }
})

/** Returns the full name of a code: 湖南 长沙 芙蓉区; the code itself if the district is unknown or `districts` is not loaded. */
export const regionName = (code: string, lang: 'zh' | 'en', districts?: ReadonlyMap<string, readonly Region[]>): string => {
  const at = lang === 'zh' ? 0 : 1
  const province = PROVINCES.find((one) => one.code.slice(0, 2) === code.slice(0, 2))
  if (!province) return code
  const city = province.cities.find((one) => one.code.slice(0, 4) === code.slice(0, 4))
  const district = code.endsWith('00') ? undefined : (districts?.get(code.slice(0, 4))?.find((one) => one.code === code)?.name[at] ?? code)
  return [province.name[at], city?.name[at], city ? district : code.endsWith('0000') ? undefined : code].filter(Boolean).join(' ')
}
