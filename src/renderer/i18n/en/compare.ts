export const compare = {
  variants: 'Variants',
  add: 'New variant: a copy of {{name}}',
  menu: 'Variant {{name}}: rename, duplicate, remove',
  rename: 'Rename',
  renameLabel: 'Name of the variant',
  duplicate: 'Duplicate',
  remove: 'Remove',
  lastOne: 'A project keeps at least one variant.',
  full: 'A project holds at most {{most}} variants.',
};
