export const compare = {
  variants: '变体',
  add: '新变体：{{name}} 的副本',
  menu: '变体 {{name}}：重命名、复制、移除',
  rename: '重命名',
  renameLabel: '变体的名称',
  duplicate: '复制',
  remove: '移除',
  lastOne: '项目至少保留一个变体。',
  full: '项目最多有 {{most}} 个变体。',
};
