import { expand, pick, shuffled } from './grammar.mjs';

const heroes = [
  ['阿圆', '小熊'],
  ['豆豆', '小鸭'],
  ['小满', '刺猬'],
  ['青青', '青蛙'],
  ['石头', '乌龟'],
  ['小雨', '燕子'],
  ['毛毛', '松鼠'],
  ['阿福', '黄狗'],
  ['雪儿', '白兔'],
  ['铃铛', '山羊'],
  ['小墨', '乌鸦'],
  ['阿灰', '老鼠'],
  ['月牙', '小猫'],
  ['大个子', '大象'],
  ['点点', '小鹿'],
  ['阿毛', '猴子'],
];

/** 愿望、困难、帮助、结局：一组互相配合的句子。 */
const plots = [
  {
    wish: ['给{friend}做一个{taste}的蛋糕', '用{fruit}做一张大饼'],
    trouble: ['可是面粉罐子空了。', '可是家里一颗{fruit}也没有了。', '可是炉子冷得像一块石头。'],
    help: ['{friend}提来一篮{fruit}，还有一小袋面粉。', '{friend}知道哪里有干柴，火很快就旺了。'],
    end: [
      '满屋子都是{fruit}的香味，他们吃得盘子都干净了。',
      '蛋糕切成{number}块，{place}的邻居每家一块。',
    ],
  },
  {
    wish: ['过{water}去，看看对岸有什么', '坐船去湖心的小岛'],
    trouble: [
      '可是水很深，{hero}游不了那么远。',
      '可是桥被大风吹断了。',
      '可是唯一的小船破了一个洞。',
    ],
    help: [
      '{friend}找来一块旧门板，两个人把它做成木筏。',
      '{friend}用长绳把两根木头绑在一起。',
      '{friend}用蜡和青苔把洞补好了。',
    ],
    end: [
      '对岸有{number}块光滑的石头，还有一大片{fruit}。',
      '他们向岸上的人挥手，太阳慢慢落到山后。',
    ],
  },
  {
    wish: ['找回在{place}丢掉的{colour}{thing}', '把丢了的{thing}带回家'],
    trouble: [
      '{hero}看了{furniture}下面，没有。',
      '{hero}找遍{number}棵树，只找到落叶。',
      '可是天黑得早，什么也看不见。',
    ],
    help: [
      '{friend}举起灯笼，草里有个{colour}的东西闪了一下。',
      '{friend}想起一棵空心的老树，乌鸦常在那里藏宝贝。',
    ],
    end: ['{thing}就在那里，有点湿，但没有坏。', '原来{thing}挂在树枝上，就在他们头顶。'],
  },
  {
    wish: ['学会{instrument}', '在{season}的晚会上唱歌'],
    trouble: [
      '可是每个音都像门轴在响。',
      '可是{hero}太害羞，不敢让别人听见。',
      '可是练了{number}天，还是记不住。',
    ],
    help: ['{friend}每天傍晚都来听，听完就拍手。', '{friend}敲着旧锅打拍子：一、二、三、四。'],
    end: [
      '晚会上大家都跳起舞来，谁也没听出那{number}个错音。',
      '最后一支曲子很轻很轻，连风也停下来听。',
    ],
  },
  {
    wish: ['用{material}盖一间小屋', '赶在{season}的雨前修好屋顶'],
    trouble: ['可是第一面墙被风吹倒了。', '可是梯子短了一半。', '可是还少{number}块木板。'],
    help: ['{friend}扶着木板，{hero}敲钉子。', '{friend}把{material}一趟一趟背上山坡。'],
    end: ['下雨的时候，他们坐在屋里听雨，又暖和又干爽。', '新屋有一扇圆窗，从窗口能看见{place}。'],
  },
  {
    wish: ['到山顶看第一场雪', '数一数{place}上空的星星'],
    trouble: [
      '可是云很厚，一动也不动。',
      '可是刚数到{number}，{hero}就睡着了。',
      '可是山路很长，{hero}走得很慢。',
    ],
    help: ['{friend}带来一条毯子和一壶热茶。', '{friend}讲起故事来，谁也不想睡了。'],
    end: ['后来云散了，他们很久都没有说话。', '他们数到{number}，笑了起来，又从头数起。'],
  },
];

const grammar = {
  taste: ['甜甜', '香香', '软软', '桂花味', '芝麻味'],
  fruit: ['苹果', '李子', '樱桃', '梨子', '草莓', '桃子'],
  number: ['三', '四', '五', '六', '七', '九', '十', '十二'],
  water: ['河', '溪', '湖'],
  colour: ['红色', '蓝色', '绿色', '黄色', '银色', '白色'],
  thing: ['钥匙', '帽子', '铃铛', '风筝', '围巾', '杯子', '雨伞'],
  furniture: ['床', '桌子', '旧椅子', '长凳', '楼梯'],
  instrument: ['拉二胡', '吹笛子', '打鼓', '弹琴'],
  season: ['春天', '夏天', '秋天', '冬天'],
  material: ['稻草', '黄泥', '石头', '树枝', '红砖'],
  mood: ['很高兴', '又累又高兴', '心里暖暖的', '很满足'],
  size: ['小小', '聪明', '安静', '勇敢', '胖胖', '快活', '好奇'],
  weather: ['晴朗', '有风', '下雨', '寒冷', '暖和', '有雾'],
  opening: [
    '{hero}是一只{size}的{kind}，住在{place}。',
    '{place}住着一只{size}的{kind}，名字叫{hero}。',
    '从前有一只{size}的{kind}，大家叫它{hero}。它的家在{place}。',
  ],
  morning: [
    '一个{weather}的早晨，{hero}醒来，想{wish}。',
    '那天{weather}，{hero}只有一个愿望：{wish}。',
    '整个{season}，{hero}都想{wish}。',
  ],
  sigh: [
    '{hero}坐下来，叹了一口气。',
    '“怎么办呢？”{hero}说。',
    '“我不会放弃的。”{hero}说。',
    '{hero}试了一次，又试了一次。',
    '{hero}想了很久很久。',
  ],
  meeting: [
    '这时{friendKind}{friend}走过来。“你为什么不高兴？”{friend}问。',
    '这时{friendKind}{friend}来敲门。“我能帮你吗？”{friend}问。',
    '{friendKind}{friend}听见了，马上跑来。“两个人总比一个人强。”{friend}说。',
  ],
  thanks: [
    '“谢谢你，{friend}，”{hero}说，“你真是我的好朋友。”',
    '“没有你，我一个人做不到。”{hero}说。',
    '{hero}笑了，送给{friend}一{gift}。',
  ],
  gift: ['条丝带', '颗纽扣', '根羽毛', '枚贝壳', '颗弹珠'],
  close: [
    '那天晚上，{hero}{mood}，很快就睡着了。',
    '从那以后，{hero}和{friend}每到{weekday}都见面。',
    '{hero}{mood}，{friend}也{mood}。',
    '如果你路过{place}，也许还能听见他们的笑声。',
  ],
  weekday: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期天'],
};

const places = [
  '老磨坊旁',
  '大槐树下',
  '石桥边',
  '静静的湖边',
  '青山脚下',
  '果园里',
  '森林边上',
  '小车站旁',
  '海边',
];

/** 一个故事，一段，大约十句。 */
export function chineseStory(random) {
  const [[hero, kind], [friend, friendKind]] = shuffled(random, heroes);
  const memory = { hero, kind, friend, friendKind, place: pick(random, places) };
  for (const word of ['fruit', 'thing', 'colour', 'season'])
    memory[word] = pick(random, grammar[word]);
  const rules = { ...grammar, ...pick(random, plots) };
  const parts = [
    'opening',
    'morning',
    'trouble',
    'sigh',
    'meeting',
    'help',
    'end',
    'thanks',
    'close',
  ];
  return parts.map((part) => expand(random, `{${part}}`, memory, rules)).join('');
}
