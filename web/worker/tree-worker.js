// Draws search trees, which takes its time, in a worker: { id, draw: request } is answered with { id, tree, isWhole }, once and
// again while the tree grows, and last with the whole one, or with { id, problem }. { id, lesson: request } is a question of the
// course, answered with { id, answer }. A page stops it by ending the worker.

import { loadQuestions } from './questions.js';

const loaded = loadQuestions();
self.onmessage = async ({ data: { id, draw, lesson } }) => {
  try {
    const questions = await loaded;
    if (lesson) self.postMessage({ id, answer: questions.ask('lesson', JSON.stringify(lesson)) });
    else questions.draw(draw, (tree, isWhole) => self.postMessage({ id, tree, isWhole }));
  } catch (error) {
    self.postMessage({ id, problem: error.message });
  }
};
