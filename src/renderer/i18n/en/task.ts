export const task = {
  what: 'What is learned',
  file: 'A text',
  task: 'A task',
  kind: 'Task',
  labels: 'Scores per answer (n_labels)',
  longest: 'Longest example / n_ctx',
  training: 'Training examples',
  fresh: 'a new one every time',
  heldOut: 'Held-out examples',
  asked: 'Asked as',
  or: ' or ',
  examples: 'Examples, as tokens',
  trainExamples: 'Training',
  valExamples: 'Held out',

  objective: 'Objective',
  objectiveGroup: 'What is asked',
  perStep: '{{examples}} examples per step, {{total}} in all',
  unfit: '{{objective}} (does not fit the data)',

  otherTemplates: 'For another objective',
  templateTitle: '{{template}} learns by {{objective}}',
  templateNow: 'This project asks {{objective}} of {{data}}.',
  templateSwitch: 'Ask {{objective}}',
  templateTask: 'Learn {{task}} by {{objective}}',
  templateOnly: 'Only the drawing',
  templateCancel: 'Cancel',
  recipeTitle: 'Settings of {{template}}',
  recipeOver:
    'Back as they were before the last template: {{settings}}. Undo brings the old drawing and settings back.',
  recipe:
    'Set as its paper trains it: {{settings}}. Undo brings the old drawing and settings back.',
};
