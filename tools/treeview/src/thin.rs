//! Thinning a tree for a page: the smallest subtrees are left out first.
//!
//! Of every node either all children are kept or none, and those with the smallest subtrees lose theirs. The
//! nodes of a principal variation always keep their children. What is left out is counted in
//! [`VisitRecord::hidden`](crate::record::VisitRecord::hidden), so the picture shows how much is missing, and where.

use crate::record::{NONE, VisitRecord, flags};
use crate::tree::SearchTree;

impl SearchTree {
    /// Leaves out subtrees until at most `limit` records are kept, or none but those that are always kept.
    pub fn thin(&mut self, limit: usize) {
        if self.records.len() <= limit {
            return;
        }
        let sizes = self.subtree_sums(|_| 1);
        let threshold = self.threshold(&sizes, limit);
        self.keep(&sizes, |parent, size| size >= threshold || parent.has(flags::PRINCIPAL));
    }

    /// Leaves out what is deeper than this many plies below the root.
    pub fn cut_at_ply(&mut self, limit: u8) {
        let sizes = self.subtree_sums(|_| 1);
        self.keep(&sizes, |parent, _| parent.ply < limit);
    }

    /// The sum over each subtree, its root included.
    fn subtree_sums(&self, weight: impl Fn(&VisitRecord) -> u32) -> Vec<u32> {
        let mut sums: Vec<u32> = self.records.iter().map(weight).collect();
        for (index, record) in self.records.iter().enumerate().rev() {
            if record.parent != NONE {
                sums[record.parent as usize] += sums[index];
            }
        }
        sums
    }

    /// The least size of a subtree whose root keeps its children.
    fn threshold(&self, sizes: &[u32], limit: usize) -> u32 {
        let mut children = vec![0; sizes.len()];
        let mut kept = 0;
        for record in &self.records {
            match self.records.get(record.parent as usize) {
                Some(parent) if !parent.has(flags::PRINCIPAL) => children[record.parent as usize] += 1,
                _ => kept += 1,
            }
        }
        let mut by_size: Vec<(u32, usize)> = sizes.iter().copied().zip(children).collect();
        by_size.sort_unstable_by(|a, b| b.cmp(a));
        let mut threshold = u32::MAX;
        for same_size in by_size.chunk_by(|a, b| a.0 == b.0) {
            kept += same_size.iter().map(|&(_, children)| children).sum::<usize>();
            if kept > limit {
                break;
            }
            threshold = same_size[0].0;
        }
        threshold
    }

    /// Keeps the children of the nodes for which `keeps_children` holds, given their subtree's size.
    fn keep(&mut self, sizes: &[u32], keeps_children: impl Fn(&VisitRecord, u32) -> bool) {
        let visits = self.subtree_sums(|record| record.hidden + u32::from(record.is_visit()));
        let old = std::mem::take(&mut self.records);
        let old_untried = std::mem::take(&mut self.untried);
        let mut moved_to = vec![NONE; old.len()];
        for (index, record) in old.iter().enumerate() {
            let parent = old.get(record.parent as usize);
            let new_parent = if parent.is_some() { moved_to[record.parent as usize] } else { NONE };
            let is_kept = parent.is_none_or(|parent| {
                new_parent != NONE && keeps_children(parent, sizes[record.parent as usize])
            });
            if !is_kept {
                continue;
            }
            moved_to[index] = self.records.len() as u32;
            let from = record.untried_at as usize;
            let untried_at = self.untried.len() as u32;
            self.untried.extend(&old_untried[from..from + usize::from(record.untried)]);
            let below = visits[index] - u32::from(record.is_visit());
            let hidden = if keeps_children(record, sizes[index]) { record.hidden } else { below };
            self.records.push(VisitRecord { parent: new_parent, untried_at, hidden, ..*record });
        }
        for record in &mut self.records {
            record.source = moved_to.get(record.source as usize).copied().unwrap_or(NONE);
        }
    }
}
